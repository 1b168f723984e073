import { render } from 'preact';
import { adoptStyles } from './styles.ts';
import type { Question } from './question.ts';
import { WalletDialog } from './wallet-dialog.tsx';

/** Ends when the question before is answered: a wallet asks one thing at a time. */
let last: Promise<unknown> = Promise.resolve();

/** Shows the wallet's own dialog over the page; whether the person approved. */
export function askPerson(question: Question): Promise<boolean> {
  const asked = last.then(() => show(question));
  last = asked;
  return asked;
}

/** In a shadow tree: the page's styles do not reach it, nor its styles the page. */
function show(question: Question): Promise<boolean> {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root);
  document.body.append(host);
  return new Promise((resolve) => {
    const answer = (isApproved: boolean) => {
      render(null, root);
      host.remove();
      resolve(isApproved);
    };
    render(<WalletDialog question={question} answer={answer} />, root);
  });
}
