import type { Branding } from '@autopay/sdk';
import type { Command } from './command.ts';
import { CONNECTION_OPTIONS, connect } from './connect.ts';
import { printable } from './terminal.ts';

/** The options, and the field that each sets. */
const FIELDS = {
  logo: 'logoUrl',
  accent: 'accentColor',
  'support-email': 'supportEmail',
  'support-url': 'supportUrl',
} as const;

/** `branding`: shows how the merchant's pages look, or changes what is named. */
export const branding: Command = {
  name: 'branding',
  usage: '',
  summary: 'Show or set the logo, the colour and the support address that your payers see',
  details: `Without options it shows what is set. With some it changes these and leaves the others; "none" removes one. A colour that could not be
read is corrected for each theme, and the answer says how.`,
  options: {
    logo: { type: 'string', value: '<url>', help: 'Of your logo, https.' },
    accent: { type: 'string', value: '<#rrggbb>', help: 'The colour of links and buttons.' },
    'support-email': { type: 'string', value: '<address>', help: 'Where your payers write to.' },
    'support-url': { type: 'string', value: '<url>', help: 'A page that helps your payers, https.' },
    ...CONNECTION_OPTIONS,
  },
  arity: { min: 0, max: 0 },
  async run(input) {
    const { values, terminal, signal } = input;
    const { autopay } = await connect(input);
    let shown = await autopay.branding.current({ signal });
    const changes = Object.entries(FIELDS).flatMap(([option, field]) => {
      const value = values[option];
      return value === undefined ? [] : [[field, value === 'none' ? null : value]];
    });
    if (changes.length > 0) {
      const { logoUrl, accentColor, supportEmail, supportUrl } = shown;
      const kept = { logoUrl, accentColor, supportEmail, supportUrl };
      shown = await autopay.branding.set({ ...kept, ...Object.fromEntries(changes) }, { signal });
    }
    terminal.tell(describe(shown), shown);
    return 0;
  },
};

function describe({ logoUrl, accentColor, supportEmail, supportUrl, accents }: Branding): string {
  const themes = (['light', 'dark'] as const)
    .filter((theme) => accents?.[theme].corrected)
    .map(
      (theme) => `\n           ${theme}: shown as ${accents![theme].color}, since your own is hard to read`,
    );
  const line = (label: string, value: string | null) => `${label.padEnd(9)}  ${printable(value ?? 'none')}`;
  return [
    line('logo', logoUrl),
    `${line('accent', accentColor)}${themes.join('')}`,
    line('support', [supportEmail, supportUrl].filter((each) => each !== null).join(', ') || null),
  ].join('\n');
}
