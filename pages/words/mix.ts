/** A piece of a page inside of a sentence, such as a name in an element of its own. Whoever shows the sentence knows what it is. */
export type Piece = unknown;

/** A sentence with pieces of a page in it: mix`Paid to ${name}.` is what both renderers take as children. */
export type Mixed = Piece[];

/** The texts and pieces in their order. */
export function mix(texts: TemplateStringsArray, ...pieces: Piece[]): Mixed {
  return texts.flatMap((text, index) => (index < pieces.length ? [text, pieces[index]] : [text]));
}
