import { Screen } from './screen.tsx';
import { words } from './words.ts';

/** The link opens nothing; the screen does not say whether it ever did. */
export function NotValid() {
  return (
    <Screen view={null} heading={words.linkNotValid} tone="bad">
      <p>{words.linkIncomplete}</p>
      <p>{words.nothingWasPaid}</p>
    </Screen>
  );
}
