import { render } from 'preact';
import type { CheckoutPageData } from '../../checkout/page-data.ts';
import { readPageData } from '../page-data.ts';
import { CheckoutApp } from './app.tsx';

const root = document.getElementById('checkout')!;
// What the server wrote stands until there is something to put in its place, which is at once.
root.replaceChildren();
render(<CheckoutApp data={readPageData<CheckoutPageData>()} />, root);
