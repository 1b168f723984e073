import { signal } from '@preact/signals';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { CodeBlock, indented } from '../parts/code-block.tsx';
import { BodyField, KeyField, ParameterField } from './fields.tsx';
import { currentlyFilled, whenFilled } from './filled.ts';
import type { Trial } from './page-data.ts';
import { curlOf, requestOf, type TrialRequest } from './request.ts';

/** For every operation of the page, and gone with it: it is kept nowhere. */
const key = signal(currentlyFilled().key);
const mode = signal(currentlyFilled().mode);
whenFilled(() => {
  const filled = currentlyFilled();
  mode.value = filled.mode;
  if (filled.key !== '') key.value = filled.key;
});

/** Replaces the content of `place` with a form that sends requests to the deployment that serves this page. */
export function showTrial(place: HTMLElement, trial: Trial): void {
  place.replaceChildren();
  render(<TrialForm {...trial} />, place);
  place.querySelector<HTMLElement>('input, select, textarea, button')!.focus();
}

function TrialForm(trial: Trial) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(trial.body ?? '');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const given = trial.takesKey ? key.value.trim() : '';
  const request = requestOf(trial, { key: given, values, body });
  // The dashboard's session is good for both modes, so the request says which: the one that the page is switched to.
  const bySession = given === '' && trial.parameters.some(({ name }) => name === 'svc-mode');
  const isLive = bySession ? (values['svc-mode'] || mode.value) === 'live' : given.startsWith('sk_live_');
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setAnswer(await send(bySession ? inMode(request, mode.value) : request));
    setBusy(false);
  };
  return (
    <form class="try stack" onSubmit={(event) => void submit(event)}>
      <h4>Try it</h4>
      <div class="fields">
        {trial.takesKey && <KeyField value={key.value} onChange={(value) => (key.value = value)} />}
        {trial.parameters.map((each) => (
          <ParameterField
            key={each.name}
            parameter={each}
            value={values[each.name] ?? ''}
            onChange={(value) => setValues({ ...values, [each.name]: value })}
          />
        ))}
      </div>
      {isLive && (
        <p class="message" data-tone="warn">
          This is live: what you send happens to real money.
        </p>
      )}
      {trial.body !== null && <BodyField value={body} onChange={setBody} />}
      <button class="button" aria-disabled={busy}>
        {busy ? 'Sending' : 'Send'}
      </button>
      <div role="status">{answer && <AnswerShown answer={answer} />}</div>
      <CodeBlock label="For a shell" text={curlOf(request, trial.takesKey, location.origin)} />
    </form>
  );
}

function inMode(request: TrialRequest, mode: string): TrialRequest {
  return { ...request, headers: { 'svc-mode': mode, ...request.headers } };
}

/** What came back; in words where no response came. */
type Answer = { heading: string; text: string } | string;

function AnswerShown({ answer }: { answer: Answer }) {
  return typeof answer === 'string' ? (
    <p class="message" data-tone="bad">
      {answer}
    </p>
  ) : (
    <CodeBlock label={answer.heading} text={indented(answer.text)} copied={answer.text} />
  );
}

async function send({ url, method, headers, body }: TrialRequest): Promise<Answer> {
  const from = performance.now();
  try {
    const response = await fetch(url, { method, headers, body, cache: 'no-store' });
    const text = await response.text();
    const tookMs = Math.round(performance.now() - from);
    const requestId = response.headers.get('svc-request-id');
    return {
      heading: `Status ${response.status} after ${tookMs} ms${requestId === null ? '' : `, ${requestId}`}`,
      text,
    };
  } catch {
    return 'The service cannot be reached. Check your connection.';
  }
}
