import { useState } from 'preact/hooks';
import { client } from '../session.ts';
import { save } from './download-csv.tsx';

/** Saves what proves that the payer agreed to a charge, for the payer, a bank or a court. */
export function DownloadProof({ chargeId }: { chargeId: string }) {
  const [problem, setProblem] = useState<string | null>(null);

  async function download() {
    setProblem(null);
    try {
      const proof = await client.value.charges.getProof(chargeId);
      const text = `${JSON.stringify(proof, null, 2)}\n`;
      save(new File([text], `autopay-proof-${chargeId}.json`, { type: 'application/json' }));
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  return (
    <>
      <button class="button button--quiet" onClick={() => void download()}>
        Download the payer’s consent
      </button>
      <a class="small" href="/proof" target="_blank">
        Check such a file
      </a>
      {problem && (
        <p class="small" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
