import { askPerson } from './ask-person.tsx';
import type { Question } from './question.ts';

/** Returns the address of the account that the person approved with. Throws an error in the words of widespread wallets where they reject. */
export async function ask(question: Question): Promise<string> {
  const address = await askPerson(question);
  if (address !== null) return address;
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
}
