/** A request to show: one of an endpoint, with a sample of everything it needs. */
export type SampleRequest = {
  method: "GET" | "POST";
  /** Below the endpoint key, with the query. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a multipart form instead: the field of the file. */
  file?: string;
};

/** A language of the snippets: how a program in it signs and sends a request, with key and PIN from the environment. */
export type Language = { name: string; write(request: SampleRequest): string };

/** The sandbox as it starts by default, for a program without GATEWAY_URL. */
export const fallbackUrl = "http://127.0.0.1:4010/api/v2";
/** The bulk file that a program uploads from its folder. */
const fileName = "payments.csv";

export const languages: Readonly<Record<"curl" | "node" | "php" | "python", Language>> = {
  curl: { name: "curl", write: writeCurl },
  node: { name: "Node", write: writeNode },
  php: { name: "PHP", write: writePhp },
  python: { name: "Python", write: writePython },
};

function writeCurl({ method, path, body, file }: SampleRequest): string {
  const quoted = JSON.stringify(body)?.replaceAll("'", "'\\''");
  const options = [
    `curl --silent --show-error --fail-with-body -X ${method} "$url${path}"`,
    `-H "Authorization: Basic $auth"`,
    ...(quoted ? ["-H 'Content-Type: application/json'", `-d '${quoted}'`] : []),
    ...(file ? [`-F '${file}=@${fileName};type=text/csv'`] : []),
  ];
  return `url=\${GATEWAY_URL:-${fallbackUrl}}
seed=$(openssl rand -hex 8)
hash=$(printf %s "$GATEWAY_API_KEY$seed$GATEWAY_API_PIN" | openssl dgst -sha256 -r | cut -d' ' -f1)
auth=$(printf %s "$GATEWAY_API_KEY:s2/$seed/$hash" | base64 | tr -d '\\n')

${options.join(" \\\n  ")}
`;
}

function writeNode({ method, path, body, file }: SampleRequest): string {
  return `import { createHash, randomBytes } from "node:crypto";
${file ? 'import { readFile } from "node:fs/promises";\n' : ""}
const url = process.env.GATEWAY_URL ?? "${fallbackUrl}";
const key = process.env.GATEWAY_API_KEY;
const seed = randomBytes(8).toString("hex");
const hash = createHash("sha256").update(key + seed + process.env.GATEWAY_API_PIN).digest("hex");
const credential = Buffer.from(\`\${key}:s2/\${seed}/\${hash}\`).toString("base64");
${file ? `\nconst form = new FormData();\nform.set("${file}", new Blob([await readFile("${fileName}")], { type: "text/csv" }), "${fileName}");\n` : ""}
const response = await fetch(\`\${url}${path}\`, {
  method: "${method}",
  headers: { Authorization: \`Basic \${credential}\`${body === undefined ? "" : ', "Content-Type": "application/json"'} },
${body === undefined ? "" : `  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), 2)}),\n`}${file ? "  body: form,\n" : ""}});
console.log(await response.text());
if (!response.ok) process.exitCode = 1;
`;
}

function writePhp({ method, path, body, file }: SampleRequest): string {
  const type = body === undefined ? "" : ', "Content-Type: application/json"';
  const fields = [
    `CURLOPT_CUSTOMREQUEST => "${method}",`,
    "CURLOPT_RETURNTRANSFER => true,",
    `CURLOPT_HTTPHEADER => ["Authorization: Basic $credential"${type}],`,
    ...(body === undefined ? [] : [`CURLOPT_POSTFIELDS => json_encode(${indent(toLiteral(body, php), 4)}),`]),
    ...(file
      ? [`CURLOPT_POSTFIELDS => ["${file}" => new CURLFile("${fileName}", "text/csv", "${fileName}")],`]
      : []),
  ];
  return `<?php
$url = getenv("GATEWAY_URL") ?: "${fallbackUrl}";
$key = getenv("GATEWAY_API_KEY");
$seed = bin2hex(random_bytes(8));
$hash = hash("sha256", $key . $seed . getenv("GATEWAY_API_PIN"));
$credential = base64_encode("$key:s2/$seed/$hash");

$request = curl_init($url . "${path}");
curl_setopt_array($request, [
${fields.map((field) => `    ${field}`).join("\n")}
]);
$answer = curl_exec($request);
if ($answer === false) {
    fwrite(STDERR, curl_error($request) . "\\n");
    exit(1);
}
echo $answer, "\\n";
exit(curl_getinfo($request, CURLINFO_RESPONSE_CODE) < 400 ? 0 : 1);
`;
}

function writePython({ method, path, body, file }: SampleRequest): string {
  const data =
    body === undefined
      ? "data = None"
      : `data = json.dumps(${indent(toLiteral(body, python), 0)}).encode()\nheaders["Content-Type"] = "application/json"`;
  return `import base64, hashlib, ${body === undefined ? "" : "json, "}os, secrets, sys, urllib.error, urllib.request

url = os.environ.get("GATEWAY_URL", "${fallbackUrl}")
key, pin = os.environ["GATEWAY_API_KEY"], os.environ["GATEWAY_API_PIN"]
seed = secrets.token_hex(8)
digest = hashlib.sha256(f"{key}{seed}{pin}".encode()).hexdigest()
credential = base64.b64encode(f"{key}:s2/{seed}/{digest}".encode()).decode()
headers = {"Authorization": f"Basic {credential}"}

${file ? pythonForm(file) : data}
request = urllib.request.Request(url + "${path}", data, headers, method="${method}")
try:
    with urllib.request.urlopen(request) as response:
        print(response.read().decode())
except urllib.error.HTTPError as error:
    sys.exit(error.read().decode())
`;
}

const pythonForm = (file: string) => `with open("${fileName}", "rb") as csv:
    content = csv.read()
boundary = secrets.token_hex(16)
head = f'--{boundary}\\r\\nContent-Disposition: form-data; name="${file}"; filename="${fileName}"\\r\\n'
data = (head + "Content-Type: text/csv\\r\\n\\r\\n").encode() + content + f"\\r\\n--{boundary}--\\r\\n".encode()
headers["Content-Type"] = f"multipart/form-data; boundary={boundary}"`;

type Syntax = {
  map: [string, string];
  arrow: string;
  yes: string;
  no: string;
  nothing: string;
  step: string;
};
const php: Syntax = {
  map: ["[", "]"],
  arrow: " => ",
  yes: "true",
  no: "false",
  nothing: "null",
  step: "    ",
};
const python: Syntax = {
  map: ["{", "}"],
  arrow: ": ",
  yes: "True",
  no: "False",
  nothing: "None",
  step: "    ",
};

/** A JSON value as a literal; `$` is escaped for PHP, where it begins a variable. */
function toLiteral(value: unknown, syntax: Syntax): string {
  if (value === null) return syntax.nothing;
  if (typeof value === "boolean") return value ? syntax.yes : syntax.no;
  if (typeof value === "string") {
    const text = JSON.stringify(value);
    return syntax === php ? text.replaceAll("$", "\\$") : text;
  }
  if (typeof value !== "object") return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : syntax.map;
  const rows = Object.entries(value).map(([name, inner]) => {
    const label = Array.isArray(value) ? "" : `${JSON.stringify(name)}${syntax.arrow}`;
    return `${syntax.step}${label}${toLiteral(inner, syntax).replaceAll("\n", `\n${syntax.step}`)},`;
  });
  return rows.length === 0 ? open + close : `${open}\n${rows.join("\n")}\n${close}`;
}

const indent = (text: string, spaces: number) => text.replaceAll("\n", `\n${" ".repeat(spaces)}`);
