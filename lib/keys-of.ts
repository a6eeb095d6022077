/** The names in a table whose type lists all of them, which `Object.keys` forgets. Data from outside may hold more. */
export const keysOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[]; // as the type lists them

/** The entries of such a table, with its names typed. */
export const entriesOf = <Table extends object>(table: Table) => Object.entries(table) as Entry<Table>[]; // as the type lists them

type Entry<Table> = {
  [Name in keyof Table & string]-?: [Name, Required<Table>[Name]];
}[keyof Table & string];
