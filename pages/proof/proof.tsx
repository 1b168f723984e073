import { type ProofVerdict, verifyProof } from '@autopay/sdk/proof';
import type { ChargeProof } from '@autopay/sdk';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { factsOf } from './facts.ts';

/** What was checked: the file, whatever it is, and what became of it. */
interface Checked {
  file: unknown;
  verdict: ProofVerdict;
}

/** Checks the proof of a payment in this browser: the file is sent nowhere. */
function ProofPage() {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function check(text: string) {
    setChecked(null);
    setProblem(null);
    try {
      const file: unknown = JSON.parse(text);
      setChecked({ file, verdict: await verifyProof(file) });
    } catch {
      setProblem('This file is no proof of a payment: choose the file as it was downloaded.');
    }
  }

  return (
    <>
      <label class="field">
        <span>The proof’s file</span>
        <input
          class="input"
          type="file"
          accept=".json,application/json"
          onChange={(event) => void event.currentTarget.files?.[0]?.text().then(check)}
        />
      </label>
      <div role="status">
        {problem && <p>{problem}</p>}
        {checked && <Verdict {...checked} />}
      </div>
    </>
  );
}

function Verdict({ file, verdict: { ok, checks, labels, onlyANode } }: Checked) {
  const failed = sentences(checks.filter((each) => !each.ok));
  return (
    <>
      <h2>{ok ? 'The proof holds' : 'The proof does not hold'}</h2>
      <p>
        {ok
          ? 'The payer signed these terms, and this transfer is a payment under them.'
          : 'Do not rely on this file. What is wrong with it:'}
      </p>
      {failed.length > 0 && <List of={failed} />}
      {ok && <Facts proof={file as ChargeProof} labels={labels} />}
      <details open={ok}>
        <summary>What was checked and holds</summary>
        <List of={sentences(checks.filter((each) => each.ok))} />
      </details>
      {onlyANode.length > 0 && (
        <>
          <h3>What only a node of the chain can say</h3>
          <List of={onlyANode.map(forPeople)} />
          <p class="small muted">Nothing that was signed states these fields: {labels.join(', ')}.</p>
        </>
      )}
    </>
  );
}

/** What is proven, from what was signed alone. */
function Facts({ proof, labels }: { proof: ChargeProof; labels: readonly string[] }) {
  return (
    <section class="stack" aria-labelledby="proven">
      <h3 id="proven">What is proven</h3>
      <dl class="terms">
        {factsOf(proof, labels).map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>When</dt>
          <dd>Nobody signed a time. The chain says when the transaction landed.</dd>
        </div>
      </dl>
    </section>
  );
}

function List({ of }: { of: readonly string[] }) {
  return (
    <ul class="proof-list">
      {of.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

function sentences(checks: ProofVerdict['checks']): string[] {
  return [...new Set(checks.map(({ says }) => forPeople(says)))];
}

/** The checks speak in the words of the API; people know payments and subscriptions. */
function forPeople(sentence: string): string {
  return sentence
    .replaceAll(/\b(c)harge(s?)\b/gi, (_, c: string, s: string) => `${c === 'C' ? 'P' : 'p'}ayment${s}`)
    .replaceAll(/\bmandate\b/g, 'subscription')
    .replaceAll(/\bmint\b/g, 'address');
}

const root = document.getElementById('proof')!;
root.replaceChildren();
render(<ProofPage />, root);
