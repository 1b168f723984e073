import { sectionHere } from '../words/here.ts';

/** The words of the checkout from the choice of a wallet on. Only for parts that `loadPart` loads: it loads these words first. */
export const paying = sectionHere('paying');
