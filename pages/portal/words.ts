import { sectionHere } from '../words/here.ts';

/** The words of the portal. */
export const words = sectionHere('portal');
