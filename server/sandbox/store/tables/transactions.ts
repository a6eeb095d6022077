import { type Generated, type Selectable, sql } from "kysely";
import type { ResultCode, StatusCode, TrantypeCode } from "#lib/gateway/codes.ts";
import type { CommandName } from "#lib/gateway/commands.ts";
import { isPostgres } from "../dialect.ts";
import { defineTable, withRowNumber } from "../table.ts";
import type { TransactionDetails } from "../transaction-details.ts";

export interface TransactionsTable {
  /** Counts up; the refnum is made of it. */
  id: Generated<number>;
  key: string;
  /** The API key that made it, by its number. */
  source_id: number;
  /** Epoch ms of the sandbox's clock. */
  created_at: number;
  command: CommandName;
  tender: "card" | "check" | "cash";
  trantype_code: TrantypeCode;
  status_code: StatusCode;
  result_code: ResultCode;
  error_code: string | null;
  error: string | null;
  authcode: string;
  /** Cents that move: a partial approval's part, a captured or adjusted total. */
  amount: number;
  batch_id: number | null;
  /** Place in the batch: it rises; on SQLite from 1 without a gap. */
  ordinal: number | null;
  original_id: number | null;
  /** 1 when it is a refund that counts against its original. */
  connected: 0 | 1;
  /** Equal for requests that are duplicates of each other; null when it cannot be one. */
  duplicate_of_kind: string | null;
  /** Epoch ms at which the ACH life goes on; null when it does not. */
  next_step_at: number | null;
  /** The card or account, sealed as JSON; never in clear anywhere. */
  sealed: string | null;
  fingerprint: string | null;
  /** JSON of TransactionDetails. */
  details: string;
}

export type TransactionRow = Omit<Selectable<TransactionsTable>, "details"> & { details: TransactionDetails };

export const transactions = defineTable<TransactionsTable>({
  "0003-transactions": async (db) => {
    await withRowNumber(db, db.schema.createTable("transactions"))
      .addColumn("key", "text", (column) => column.notNull().unique())
      .addColumn("source_id", "bigint", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("command", "text", (column) => column.notNull())
      .addColumn("tender", "text", (column) => column.notNull())
      .addColumn("trantype_code", "text", (column) => column.notNull())
      .addColumn("status_code", "text", (column) => column.notNull())
      .addColumn("result_code", "text", (column) => column.notNull())
      .addColumn("error_code", "text")
      .addColumn("error", "text")
      .addColumn("authcode", "text", (column) => column.notNull())
      .addColumn("amount", "bigint", (column) => column.notNull())
      .addColumn("batch_id", "bigint")
      .addColumn("ordinal", "bigint")
      .addColumn("original_id", "bigint")
      .addColumn("connected", "integer", (column) => column.notNull())
      .addColumn("duplicate_of_kind", "text")
      .addColumn("next_step_at", "bigint")
      .addColumn("sealed", "text")
      .addColumn("fingerprint", "text")
      .addColumn("details", "text", (column) => column.notNull())
      .execute();
    await sql`create index transactions_batch on transactions (batch_id, ordinal) where batch_id is not null`.execute(
      db,
    );
    await sql`create index transactions_original on transactions (original_id) where original_id is not null`.execute(
      db,
    );
    await sql`create index transactions_duplicate on transactions (duplicate_of_kind, created_at) where duplicate_of_kind is not null`.execute(
      db,
    );
    await sql`create index transactions_due on transactions (next_step_at) where next_step_at is not null`.execute(
      db,
    );
  },
  // With the number, so that rows of a batch are counted and skipped without being read. SQLite's index holds it anyway.
  "0031-batch-places": async (db) => {
    if (!isPostgres(db)) return;
    await sql`drop index transactions_batch`.execute(db);
    await sql`create index transactions_batch on transactions (batch_id, ordinal, id) where batch_id is not null`.execute(
      db,
    );
  },
  // Takes the lock of the kind first and looks afterwards, in one call.
  "0050-hold-duplicates": async (db) => {
    if (!isPostgres(db)) return;
    await sql`
      create function hold_duplicates(kind text, since bigint) returns setof transactions language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(hashtextextended(kind, 0));
        return query select * from transactions
          where duplicate_of_kind = kind and created_at >= since
            and result_code in ('A', 'P') and trantype_code <> 'V';
      end $$`.execute(db);
  },
  // SQLite finds them by what it keeps in memory of the youngest rows.
  "0051-recent-kinds": async (db) => {
    if (isPostgres(db)) return;
    await sql`drop index transactions_duplicate`.execute(db);
  },
  // Records what was put down on slips, and waits for nobody: whose lock another holds is refused.
  "0060-record-slips": async (db) => {
    if (!isPostgres(db)) return;
    await sql`
      create function record_slips(kinds text[], since bigint, open_batch text, payments json, outbox json)
      returns json language plpgsql as $$
      declare
        numbers bigint[] := array_fill(null::bigint, array[cardinality(kinds)]);
      begin
        if open_batch is not null then
          if pg_try_advisory_xact_lock_shared(720518006) then
            perform from batches where key = open_batch and status = 'open';
          end if;
          if not found then
            return to_json(numbers);
          end if;
        end if;
        -- One by one, since only so is each surely found by the index, however few rows the planner thinks there are.
        for place in 1 .. cardinality(kinds) loop
          if kinds[place] is not null then
            continue when not pg_try_advisory_xact_lock(hashtextextended(kinds[place], 0));
            perform from transactions where duplicate_of_kind = kinds[place] and created_at >= since
              and result_code in ('A', 'P') and trantype_code <> 'V';
            continue when found;
          end if;
          numbers[place] := nextval('transactions_id_seq');
        end loop;
        insert into transactions (id, key, source_id, created_at, command, tender, trantype_code, status_code,
            result_code, error_code, error, authcode, amount, batch_id, ordinal, original_id, connected,
            duplicate_of_kind, next_step_at, sealed, fingerprint, details)
          select coalesce(id, numbers[place]), key, source_id, created_at, command, tender, trantype_code, status_code,
              result_code, error_code, error, authcode, amount, batch_id, ordinal, original_id, connected,
              duplicate_of_kind, next_step_at, sealed, fingerprint, details
          from json_to_recordset(payments) as payment(place integer, id bigint, key text, source_id bigint,
            created_at bigint, command text, tender text, trantype_code text, status_code text, result_code text,
            error_code text, error text, authcode text, amount bigint, batch_id bigint, ordinal bigint,
            original_id bigint, connected integer, duplicate_of_kind text, next_step_at bigint, sealed text,
            fingerprint text, details text)
          where numbers[place] is not null;
        if outbox is not null then
          insert into events (event_id, event_type, transaction_key, body, attempts, next_attempt_at, claimed_until)
            select event_id, event_type, transaction_key, body, attempts, next_attempt_at, claimed_until
            from json_to_recordset(outbox) as event(place integer, event_id text, event_type text,
              transaction_key text, body text, attempts bigint, next_attempt_at bigint, claimed_until bigint)
            where numbers[place] is not null;
        end if;
        return to_json(numbers);
      end $$`.execute(db);
  },
  // Counts the requests whose slips these are, as `count_requests` does, by a commit that waits for no disk, then records what
  // was let in as before: who is counted holds up other processes for no longer than without it.
  "0086-record-counted": async (db) => {
    if (!isPostgres(db)) return;
    await sql`drop function record_slips`.execute(db);
    // Kinds are looked for one by one by a plan that is made once: made anew for each, it costs more than the look. Made while
    // there are few rows it would pass the index by, so it may not.
    await sql`
      create function record_let_in(refused boolean[], kinds text[], since bigint, open_batch text, payments json, outbox json)
      returns bigint[] language plpgsql
      set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
      declare
        numbers bigint[] := array_fill(null::bigint, array[cardinality(kinds)]);
      begin
        if open_batch is not null then
          if not pg_try_advisory_xact_lock_shared(720518006) then
            return numbers;
          end if;
          perform from batches where key = open_batch and status = 'open';
          if not found then
            return numbers;
          end if;
        end if;
        for place in 1 .. cardinality(kinds) loop
          continue when refused[place];
          if kinds[place] is not null then
            continue when not pg_try_advisory_xact_lock(hashtextextended(kinds[place], 0));
            perform from transactions where duplicate_of_kind = kinds[place] and created_at >= since
              and result_code in ('A', 'P') and trantype_code <> 'V';
            continue when found;
          end if;
          numbers[place] := nextval('transactions_id_seq');
        end loop;
        insert into transactions (id, key, source_id, created_at, command, tender, trantype_code, status_code,
            result_code, error_code, error, authcode, amount, batch_id, ordinal, original_id, connected,
            duplicate_of_kind, next_step_at, sealed, fingerprint, details)
          select coalesce(id, numbers[place]), key, source_id, created_at, command, tender, trantype_code, status_code,
              result_code, error_code, error, authcode, amount, batch_id, ordinal, original_id, connected,
              duplicate_of_kind, next_step_at, sealed, fingerprint, details
          from json_to_recordset(payments) as payment(place integer, id bigint, key text, source_id bigint,
            created_at bigint, command text, tender text, trantype_code text, status_code text, result_code text,
            error_code text, error text, authcode text, amount bigint, batch_id bigint, ordinal bigint,
            original_id bigint, connected integer, duplicate_of_kind text, next_step_at bigint, sealed text,
            fingerprint text, details text)
          where numbers[place] is not null;
        if outbox is not null then
          insert into events (event_id, event_type, transaction_key, body, attempts, next_attempt_at, claimed_until)
            select event_id, event_type, transaction_key, body, attempts, next_attempt_at, claimed_until
            from json_to_recordset(outbox) as event(place integer, event_id text, event_type text,
              transaction_key text, body text, attempts bigint, next_attempt_at bigint, claimed_until bigint)
            where numbers[place] is not null;
        end if;
        return numbers;
      end $$`.execute(db);
    await sql`
      create procedure record_slips(callers text[], asked bigint[], minutes bigint[], days bigint[], asking integer[],
        kinds text[], since bigint, open_batch text, payments json, outbox json, inout answer json default null)
      language plpgsql as $$
      declare
        counted rate_counters[];
        let_in integer[] := array_fill(0, array[cardinality(callers)]);
        refused boolean[] := array_fill(false, array[cardinality(kinds)]);
      begin
        if asking is not null then
          for caller in 1 .. cardinality(callers) loop
            counted[caller] := count_requests(callers[caller], asked[caller], minutes[caller], days[caller]);
          end loop;
          commit;
          for place in 1 .. cardinality(kinds) loop
            if asking[place] is not null then
              let_in[asking[place]] := let_in[asking[place]] + 1;
              refused[place] := let_in[asking[place]] > (counted[asking[place]]).granted;
            end if;
          end loop;
        end if;
        answer := json_build_object('counted', counted,
          'numbers', record_let_in(refused, kinds, since, open_batch, payments, outbox));
      end $$`.execute(db);
  },
});
