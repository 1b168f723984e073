import { render } from 'preact';
import { App } from './app.tsx';
import { loadSession } from './session.ts';

render(<App />, document.getElementById('dashboard')!);
const look = async (): Promise<void> => {
  try {
    await loadSession();
  } catch {
    // The service is down: nothing is known yet, so nothing is shown as known.
    setTimeout(() => void look(), 2_000);
  }
};
void look();
