import type { ComponentChild } from 'preact';
import type { Trial } from '../../../pages/docs/page-data.ts';
import { html } from '../html.ts';
import {
  type Content,
  type Contract,
  type ContractOperation,
  nameIn,
  type Reference,
  resolved,
} from './contract.ts';
import { inline, prose } from './prose.ts';
import { fieldRow, fieldsOf, fieldTable, typeOf } from './schema.ts';

/** What a request is made with, as the contract calls it and in words. */
const ACCESS: Record<string, string> = {
  apiKey: 'a secret key',
  session: 'a session of the dashboard',
  walletSession: "a payer's wallet session",
  ownerKey: "the owner's key",
  clientSecret: "the mandate's client_secret",
};

/** One operation, closed until somebody wants to read it. `title` is what it is called by: its method and path. */
export function operationEntry(
  contract: Contract,
  title: ComponentChild,
  operation: ContractOperation,
  trial?: Trial,
) {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation;
  const codes = operation['x-error-codes'] ?? [];
  return html`<details class="operation" data-trial=${trial && JSON.stringify(trial)}>
    <summary>${title} <span class="summary">${summary}</span></summary>
    <div class="stack" id=${operationId}>
      ${prose(description)}
      ${security.length === 0 ? null : html`<p class="muted">With ${accessOf(security)}.</p>`}
      ${
        parameters.length === 0
          ? null
          : html`<h4>Parameters</h4>
              ${fieldTable(parameters.map((each) => parameterRow(contract, each)))}`
      }
      ${
        requestBody === undefined
          ? null
          : html`<h4>Body</h4>
              ${bodyOf(requestBody.content)}`
      }
      <h4>Responses</h4>
      ${fieldTable(Object.entries(responses).map(([status, response]) => responseRow(contract, status, response)))}
      ${codes.length === 0 ? null : html`<p>Codes of its own: ${codes.map((code, at) => html`${at === 0 ? '' : ', '}<code>${code}</code>`)}.</p>`}
    </div>
  </details>`;
}

function accessOf(security: ContractOperation['security']): string {
  const ways = security.map((way) =>
    Object.keys(way)
      .map((name) => ACCESS[name] ?? name)
      .join(' and '),
  );
  return ways.map((way) => (way === '' ? 'nothing' : way)).join(', or ');
}

function parameterRow(
  { components }: Contract,
  parameter: NonNullable<ContractOperation['parameters']>[number],
) {
  const {
    name,
    in: place,
    required = false,
    description,
    schema,
  } = resolved(components.parameters, parameter);
  return fieldRow(name, { ...schema, description: description ?? schema.description }, required, place);
}

function bodyOf(content: Content): ComponentChild {
  return Object.values(content).map(
    ({ schema, example }) => html`
      ${schema.$ref === undefined ? fieldsOf(schema) : html`<p>${typeOf(schema)}</p>`}
      ${example === undefined ? null : html`<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>`}
    `,
  );
}

function responseRow(
  { components }: Contract,
  status: string,
  response: ContractOperation['responses'][string],
) {
  const isShared = '$ref' in response;
  const { description, content } = resolved(components.responses, response);
  const schema = Object.values(content ?? {})[0]?.schema;
  return html`<tr>
    <th scope="row"><code>${status}</code></th>
    <td>
      ${isShared ? html`<a href=${`#response-${nameIn((response as Reference).$ref)}`}>${nameIn((response as Reference).$ref)}</a>` : inline(description)}
      ${isShared || schema === undefined ? null : html`<br />${typeOf(schema)}`}
    </td>
  </tr>`;
}
