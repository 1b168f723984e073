import { render } from 'preact';
import type { PortalPageData } from './page-data.ts';
import { readPageData } from '../page-data.ts';
import { keepLanguageChoice } from '../words/keep-choice.ts';
import { PortalApp } from './app.tsx';

const root = document.getElementById('portal')!;
// What the server wrote stands until there is something to put in its place, which is at once.
root.replaceChildren();
render(<PortalApp {...readPageData<PortalPageData>()} />, root);
keepLanguageChoice();
