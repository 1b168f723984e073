import { type ProofVerdict, verifyProof } from '@autopay/sdk/proof';
import { render } from 'preact';
import { useState } from 'preact/hooks';

/** Checks a charge's proof in this browser: the file is sent nowhere. */
function ProofPage() {
  const [verdict, setVerdict] = useState<ProofVerdict | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function check(text: string) {
    setVerdict(null);
    setProblem(null);
    try {
      setVerdict(await verifyProof(JSON.parse(text)));
    } catch {
      setProblem('This file is no proof of a charge: choose the file as it was downloaded.');
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
        {verdict && <Verdict {...verdict} />}
      </div>
    </>
  );
}

function Verdict({ ok, checks, labels, onlyANode }: ProofVerdict) {
  const failed = sentences(checks.filter((each) => !each.ok));
  return (
    <>
      <h2>{ok ? 'The proof holds' : 'The proof does not hold'}</h2>
      <p>
        {ok
          ? 'The payer signed these terms, and this transfer is a charge under them.'
          : 'Do not rely on this file. What is wrong with it:'}
      </p>
      {failed.length > 0 && <List of={failed} />}
      <details open={ok}>
        <summary>What was checked and holds</summary>
        <List of={sentences(checks.filter((each) => each.ok))} />
      </details>
      {onlyANode.length > 0 && (
        <>
          <h3>What only a node of the chain can say</h3>
          <List of={onlyANode} />
          <p class="small muted">Nothing that was signed states these fields: {labels.join(', ')}.</p>
        </>
      )}
    </>
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
  return [...new Set(checks.map(({ says }) => says))];
}

const root = document.getElementById('proof')!;
root.replaceChildren();
render(<ProofPage />, root);
