import { common } from '../words/here.ts';
import { CopyButton } from './copy-button.tsx';

/** A button that copies, in the language of the page. */
export function Copy(copied: { value: string; what: string }) {
  return <CopyButton {...copied} words={common} />;
}
