import { fallbackUrl, languages } from "./languages.ts";

/** A plugin of Swagger UI: client code above the responses of each operation, in the language chosen last. */
export const snippetsScript = `"use strict";
const languages = ${JSON.stringify(Object.fromEntries(Object.entries(languages).map(([id, { name }]) => [id, name])))};
const here = (code) => code.replaceAll(${JSON.stringify(fallbackUrl)}, location.origin + "/api/v2");
const loaded = fetch("/docs/snippets.json").then((answer) => answer.json());
let lastLanguage = "curl";

function ClientCode({ React, operation }) {
  const h = React.createElement;
  const [snippets, setSnippets] = React.useState([]);
  const [place, setPlace] = React.useState(0);
  const [language, setLanguage] = React.useState(lastLanguage);
  const [copied, setCopied] = React.useState("");
  React.useEffect(() => void loaded.then((all) => setSnippets(all[operation] || [])), [operation]);
  const snippet = snippets[place];
  if (!snippet) return null;
  const code = here(snippet.programs[language]);
  const choose = (id) => {
    lastLanguage = id;
    setLanguage(id);
    setCopied("");
  };
  // A page of another machine without TLS has no clipboard.
  const copy = () =>
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(code))
      .then(() => setCopied("Copied"), () => setCopied("Select the code and copy it"));
  const button = (id) =>
    h("button", { key: id, type: "button", "aria-pressed": id === language, onClick: () => choose(id) }, languages[id]);
  const option = ({ title }, at) => h("option", { key: title, value: at }, title);
  return h("section", { className: "client-code", "aria-label": "Client code" },
    h("div", { className: "opblock-section-header" }, h("h4", null, "Client code")),
    h("div", { className: "client-code-choices" },
      h("div", { role: "group", "aria-label": "Language" }, Object.keys(languages).map(button)),
      snippets.length > 1 &&
        h("select", { "aria-label": "Command", value: place, onChange: (event) => setPlace(Number(event.target.value)) },
          snippets.map(option)),
      h("button", { type: "button", className: "client-code-copy", onClick: copy }, "Copy"),
      h("span", { role: "status" }, copied)),
    h("pre", { tabIndex: 0, "aria-label": languages[language] + " code" }, h("code", null, code)),
    h("p", null, "Reads GATEWAY_API_KEY and GATEWAY_API_PIN from the environment, and GATEWAY_URL if it is set."));
}

globalThis.clientCode = ({ React }) => ({
  wrapComponents: {
    responses: (Original) => (props) =>
      React.createElement(React.Fragment, null,
        React.createElement(ClientCode, { React, operation: props.method.toUpperCase() + " " + props.path }),
        React.createElement(Original, props)),
  },
});
`;

export const snippetsStyle = `
.client-code { --line: #d8dde7; --code: #f4f6f8; --ink: #3b4151; --on: #1f5fbf; color: var(--ink); }
html.dark-mode .client-code { --line: #4a5358; --code: #15191b; --ink: #e4e6e6; --on: #8ab8ff; }
.client-code-choices { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding: 12px 20px 0; }
.client-code-choices button {
  font: 600 13px/1 system-ui, sans-serif; color: inherit; background: none; border: 1px solid var(--line);
  border-radius: 4px; padding: 8px 12px; margin-right: 4px; cursor: pointer;
}
.client-code-choices button[aria-pressed="true"] { border-color: var(--on); color: var(--on); box-shadow: inset 0 0 0 1px var(--on); }
.client-code button:focus-visible, .client-code select:focus-visible, .client-code pre:focus-visible { outline: 2px solid var(--on); outline-offset: 2px; }
.swagger-ui .client-code-choices select { max-width: 100%; min-width: 0; margin: 0; font-size: 13px; padding: 5px 32px 5px 10px; }
.client-code pre {
  margin: 12px 20px; padding: 12px 16px; max-height: 480px; overflow: auto; background: var(--code); border: 1px solid var(--line);
  border-radius: 4px; font: 12.5px/1.5 ui-monospace, Menlo, Consolas, monospace; color: var(--ink);
}
.swagger-ui .client-code pre code { font: inherit; color: inherit; background: none; padding: 0; }
.swagger-ui .client-code p { margin: 0 20px 16px; font-size: 13px; color: inherit; }
.client-code span { font: 13px system-ui, sans-serif; }
`;
