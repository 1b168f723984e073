import { sectionHere } from '../words/here.ts';

/** The words of the checkout. */
export const words = sectionHere('checkout');
