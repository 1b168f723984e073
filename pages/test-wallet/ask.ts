import { askPerson } from './ask-person.tsx';
import type { Question } from './question.ts';

/** Throws an error in the words of widespread wallets where the person rejects. */
export async function ask(question: Question): Promise<void> {
  if (await askPerson(question)) return;
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
}
