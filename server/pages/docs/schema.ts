import type { ComponentChild } from 'preact';
import { html } from '../html.ts';
import { nameIn, type Schema } from './contract.ts';
import { inline } from './prose.ts';

/** A type in words: `string or null`, `a list of Charge`, with links to what has a name. */
export function typeOf(schema: Schema): ComponentChild {
  if (schema.$ref !== undefined) return linkTo(nameIn(schema.$ref));
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return oneOf(schema.enum.map((each) => html`<code>${String(each)}</code>`));
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return oneOf(choices.map(typeOf));
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  if (schema.allOf?.length === 1) return typeOf(schema.allOf[0]!);
  return [schema.type ?? 'object'].flat().join(' or ');
}

function linkTo(name: string): ComponentChild {
  return html`<a href=${`#schema-${name}`}>${name}</a>`;
}

function oneOf(parts: ComponentChild[]): ComponentChild {
  return parts.map((part, at) => html`${at === 0 ? '' : ', '}${part}`);
}

/** The fields of an object as rows, those of named parts in place of a link to them where there are several. */
export function fieldsOf(schema: Schema): ComponentChild {
  const parts = schema.allOf ?? [schema];
  const named = parts.filter(({ $ref }) => $ref !== undefined);
  const rows = parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, field]) => fieldRow(name, field, required.includes(name))),
  );
  return html`${schema.allOf && named.length > 0 ? html`<p>Everything of ${oneOf(named.map(typeOf))}${rows.length > 0 ? ', and:' : '.'}</p>` : null}
  ${rows.length === 0 ? null : fieldTable(rows)}
  ${!schema.allOf && rows.length === 0 ? html`<p>${typeOf(schema)}</p>` : null}`;
}

/** Fields or parameters, one a row. */
export function fieldTable(rows: ComponentChild[]): ComponentChild {
  return html`<div class="table-frame">
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** One field: its name, its type with its limits, and what it is. */
export function fieldRow(name: string, field: Schema, required: boolean, where?: string): ComponentChild {
  const inner = field.items ?? field;
  return html`<tr>
    <th scope="row">
      <code>${name}</code
      >${required ? null : html` <span class="muted small">optional</span>`}${where === undefined ? null : html` <span class="muted small">in ${where}</span>`}
    </th>
    <td>
      ${typeOf(field)}${limitsOf(field)}
      ${field.description === undefined ? null : html`<br />${inline(field.description)}`}
      ${inner.$ref === undefined && inner.properties ? fieldsOf(inner) : null}
    </td>
  </tr>`;
}

function limitsOf({ minimum, maximum, minLength, maxLength, default: preset }: Schema): string {
  const limits = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(minLength === undefined || minLength === 1 ? [] : [`at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(preset === undefined ? [] : [`${String(preset)} by default`]),
  ];
  return limits.map((limit) => `, ${limit}`).join('');
}
