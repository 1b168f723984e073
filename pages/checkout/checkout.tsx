import { render } from 'preact';
import type { CheckoutPageData } from './page-data.ts';
import { readPageData } from '../page-data.ts';
import { keepLanguageChoice } from '../words/keep-choice.ts';
import { CheckoutApp } from './app.tsx';

const root = document.getElementById('checkout')!;
// The server's content stays until it can be replaced, which is now.
root.replaceChildren();
render(<CheckoutApp data={readPageData<CheckoutPageData>()} />, root);
keepLanguageChoice();
