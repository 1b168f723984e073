import type { ComponentChild } from 'preact';
import { html } from '../html.ts';
import type { Contract } from './contract.ts';
import type { Facts } from './facts.ts';
import { operationEntry } from './operation.ts';
import { prose } from './prose.ts';
import { fieldsOf, typeOf } from './schema.ts';
import { trialOf } from './trial.ts';

/** A part of the reference: what one tag has, the events, or what operations share. */
export interface ReferenceSection {
  id: string;
  name: string;
  /** What the navigation lists of it. */
  entries: readonly { id: string; name: string }[];
  body: ComponentChild;
}

/** The contract as a person reads it: every operation, webhook, shared response and schema. */
export function referenceSections(contract: Contract, facts: Facts): ReferenceSection[] {
  const { tags, paths, webhooks, components } = contract;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const byTag = tags.map(({ name }): ReferenceSection => {
    const own = operations.filter(({ operation }) => operation.tags?.[0] === name);
    return {
      // A guide may have the plain name.
      id: `api-${name.toLowerCase().replaceAll(' ', '-')}`,
      name,
      entries: own.map(({ operation }) => ({ id: operation.operationId, name: operation.summary })),
      body: own.map(({ path, method, operation }) => {
        const title = html`<span class="method" data-method=${method}>${method.toUpperCase()}</span>
          <code>${path}</code>`;
        return operationEntry(contract, title, operation, trialOf(contract, method, path, operation, facts));
      }),
    };
  });
  return [
    ...byTag,
    {
      id: 'events',
      name: 'Webhook events',
      entries: Object.keys(webhooks).map((type) => ({ id: type, name: type })),
      body: Object.entries(webhooks).map(([type, { post }]) =>
        operationEntry(contract, html`<code>${type}</code>`, post),
      ),
    },
    {
      id: 'responses',
      name: 'Shared responses',
      entries: [],
      body: Object.entries(components.responses).map(
        ([name, { description, content }]) =>
          html`<details class="operation">
            <summary>${name}</summary>
            <div class="stack" id=${`response-${name}`}>
              ${prose(description)}
              ${Object.values(content ?? {}).map(({ schema }) => html`<p>${typeOf(schema)}</p>`)}
            </div>
          </details>`,
      ),
    },
    {
      id: 'schemas',
      name: 'Schemas',
      entries: [],
      body: Object.entries(components.schemas).map(
        ([name, schema]) =>
          html`<details class="operation">
            <summary>${name}</summary>
            <div class="stack" id=${`schema-${name}`}>${prose(schema.description)} ${fieldsOf(schema)}</div>
          </details>`,
      ),
    },
  ];
}
