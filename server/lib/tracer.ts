/** A span's place in its trace, as W3C Trace Context writes it: `00-<trace id>-<span id>-01`. */
export type TraceParent = string;

/** What a span says beside its name and times. Numbers and text alone. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | null>>;

/** A span that has ended. Times in Unix milliseconds. */
export interface EndedSpan {
  name: string;
  kind: 'server' | 'client' | 'internal' | 'producer';
  /** Null: it begins a trace. */
  parent: TraceParent | null;
  startMs: number;
  endMs: number;
  attributes: SpanAttributes;
  /** Why it failed; null if it did not. */
  error: string | null;
}

/** Follows requests into what they lead to. Where no collector is configured there is none, and nothing is done. */
export interface Tracer {
  /** The span that this work belongs to, or null. */
  current(): TraceParent | null;
  /** Runs `work` as part of a new span, which the caller ends with what it returns. */
  begin<T>(parent: TraceParent | null, work: (span: TraceParent) => T): T;
  /** Records a span that has ended. `id`: its own place, from `begin`; without one it gets a new one. */
  record(span: EndedSpan, id?: TraceParent): void;
}
