import type { Page } from '../document.ts';
import { html } from '../html.ts';
import type { Contract } from './contract.ts';
import { operationEntry } from './operation.ts';
import { prose } from './prose.ts';
import { fieldsOf, typeOf } from './schema.ts';
import { trialOf } from './trial.ts';

/** The contract as a page that a person reads: every operation, webhook, shared response and schema. */
export function referencePage(contract: Contract): Page {
  const { info, tags, paths, webhooks, components } = contract;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name }) => ({
    name,
    id: name.toLowerCase().replaceAll(' ', '-'),
    operations: operations.filter(({ operation }) => operation.tags?.[0] === name),
  }));
  return {
    status: 200,
    title: `${info.title} · Reference`,
    look: 'docs',
    scripts: ['docs.js'],
    body: html`<nav class="contents" aria-label="Contents">
        <ul>
          ${sections.map(({ name, id }) => html`<li><a href=${`#${id}`}>${name}</a></li>`)}
          <li><a href="#events">Webhook events</a></li>
          <li><a href="#responses">Shared responses</a></li>
          <li><a href="#schemas">Schemas</a></li>
        </ul>
      </nav>
      <main class="stack">
        <h1>${info.title}</h1>
        ${prose(info.description)}
        <p>
          Each operation can be tried where it stands. The contract for your own tools:${' '}
          <a href="/openapi.yaml">openapi.yaml</a>, <a href="/openapi.json">openapi.json</a>.
        </p>
        ${Object.values(components.securitySchemes).map(({ description }) => prose(description))}
        ${sections.map(
          ({ name, id, operations }) =>
            html`<section id=${id}>
              <h2>${name}</h2>
              ${operations.map(({ path, method, operation }) => {
                const title = html`<span class="method" data-method=${method}>${method.toUpperCase()}</span>
                  <code>${path}</code>`;
                return operationEntry(contract, title, operation, trialOf(contract, method, path, operation));
              })}
            </section>`,
        )}
        <section id="events">
          <h2>Webhook events</h2>
          ${Object.entries(webhooks).map(([type, { post }]) => operationEntry(contract, html`<code>${type}</code>`, post))}
        </section>
        <section id="responses">
          <h2>Shared responses</h2>
          ${Object.entries(components.responses).map(
            ([name, { description, content }]) =>
              html`<details class="operation">
                <summary>${name}</summary>
                <div class="stack" id=${`response-${name}`}>
                  ${prose(description)}
                  ${Object.values(content ?? {}).map(({ schema }) => html`<p>${typeOf(schema)}</p>`)}
                </div>
              </details>`,
          )}
        </section>
        <section id="schemas">
          <h2>Schemas</h2>
          ${Object.entries(components.schemas).map(
            ([name, schema]) =>
              html`<details class="operation">
                <summary>${name}</summary>
                <div class="stack" id=${`schema-${name}`}>
                  ${prose(schema.description)} ${fieldsOf(schema)}
                </div>
              </details>`,
          )}
        </section>
      </main>`,
  };
}
