/** What the form to try an operation is made of; each operation carries its own in `data-trial`. */
export interface Trial {
  /** In capitals. */
  method: string;
  /** Such as `/v1/mandates/{id}`. */
  path: string;
  /** Whether a key or a token of a session may be sent. */
  takesKey: boolean;
  parameters: readonly TrialParameter[];
  /** The example of its body, indented; null where it takes none. */
  body: string | null;
}

export interface TrialParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  /** All values that there are, or null where a person writes one. */
  options: readonly string[] | null;
}
