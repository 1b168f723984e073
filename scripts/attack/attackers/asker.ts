import type { Findings } from '../../chaos/findings.ts';

/** A response as an attacker reads it. */
export interface Answer {
  status: number;
  // Read deep into responses of many shapes.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  cookie: string | null;
}

/** What a request carries. */
export interface Sent {
  key?: string;
  cookie?: string;
  body?: object;
}

/** Asks one thing after the other, and holds each response against what it must be. A 5xx is always a finding. */
export class Asker {
  attempts = 0;
  readonly #url: string;
  readonly #findings: Findings;

  constructor(url: string, findings: Findings) {
    this.#url = url;
    this.#findings = findings;
  }

  async ask(method: string, path: string, { key, cookie, body }: Sent = {}): Promise<Answer> {
    this.attempts += 1;
    const headers: Record<string, string> = {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(cookie === undefined ? {} : { cookie, origin: this.#url }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(this.#url + path, init);
    const text = await response.text();
    if (response.status >= 500)
      this.#findings.add(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    const set = response.headers.get('set-cookie');
    const parsed = text.startsWith('{') ? JSON.parse(text) : text;
    return { status: response.status, body: parsed, cookie: set?.split(';')[0] ?? null };
  }

  /** For what an honest person does: throws unless it succeeds. */
  async must(method: string, path: string, sent?: Sent): Promise<Answer> {
    const answer = await this.ask(method, path, sent);
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** For what must be refused: with one of these codes. */
  async refused(what: string, codes: readonly string[], asked: Promise<Answer>): Promise<void> {
    const { status, body } = await asked;
    const code = body?.error?.code ?? body?.code;
    this.#findings.expect(
      status >= 400 && codes.includes(code),
      `${what}: ${status} ${JSON.stringify(body).slice(0, 200)}`,
    );
  }
}
