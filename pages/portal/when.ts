import { zoneInWords } from '../words/date.ts';
import { dayInWords, exactMomentInWords, momentInWords } from '../words/here.ts';

/** When something of a mandate happens: periods of less than a day are told apart by the clock, of less than an hour by seconds. Both name the zone, which is the reader's. */
export function whenInWords(at: number, periodSeconds: number): string {
  if (periodSeconds === 0 || periodSeconds >= 86_400) return dayInWords(at);
  return `${periodSeconds < 3_600 ? exactMomentInWords(at) : momentInWords(at)} ${zoneInWords(at)}`;
}
