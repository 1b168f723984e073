/** `warn`: it works, and something about it will cost somebody later. `wrong`: money does not move, or not safely. */
export type Verdict = 'ok' | 'warn' | 'wrong';

/** What the doctor found about one thing. Never a secret: nodes are named by host and port, keys by their address. */
export interface Finding {
  /** What it is part of, such as `live chain`. */
  part: string;
  /** What was looked at. */
  what: string;
  verdict: Verdict;
  found: string;
  /** What to do; null where there is nothing to do. */
  cure: string | null;
}

/** Findings about one part. */
export function findingsOf(part: string) {
  const finding =
    (verdict: Verdict) =>
    (what: string, found: string, cure: string | null = null) => ({
      part,
      what,
      verdict,
      found,
      cure,
    });
  return {
    ok: finding('ok') as (what: string, found: string) => Finding,
    warn: finding('warn') as (what: string, found: string, cure: string) => Finding,
    wrong: finding('wrong') as (what: string, found: string, cure: string) => Finding,
  };
}

/** An error's message for an operator, without what a URL may carry: names, passwords, paths and queries are where providers put keys. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  return masked(message);
}

/** A text in which each URL is cut down to scheme, host and port. */
export function masked(text: string): string {
  return text.replace(/\b([a-z]{2,16}:\/\/)([^\s,"']*)/gi, (_, scheme: string, rest: string) => {
    const authority = rest.split(/[/?#]/, 1)[0]!;
    return scheme + authority.slice(authority.lastIndexOf('@') + 1);
  });
}
