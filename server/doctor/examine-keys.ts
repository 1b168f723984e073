import { fileSigner } from '../chain/signer.ts';
import type { Config } from '../config/config.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';

/** The files of a mode by the setting that names them. */
type KeyFiles = readonly { setting: string; path: string }[];

/** Whether each key file can be read, by its owner alone, and is a key used in one place only. */
export async function examineKeys(config: Config): Promise<Finding[]> {
  const files = [...filesOf('TEST', config.test), ...filesOf('LIVE', config.live)];
  const { ok, wrong } = findingsOf('keys');
  const seen = new Map<string, string>();
  const findings: Finding[] = [];
  for (const { setting, path } of files) {
    try {
      const { address } = await fileSigner(path);
      const other = seen.get(address);
      seen.set(address, setting);
      findings.push(
        other === undefined
          ? ok(setting, `${address}, readable by its owner alone`)
          : wrong(
              setting,
              `the same key as ${other}`,
              'Give each its own key: solana-keygen new --outfile FILE',
            ),
      );
    } catch (error) {
      // Its last sentence is the cure.
      const sentences = (error instanceof Error ? error.message : reasonOf(error)).split(
        /(?<=[.)]) (?=[A-Z])/,
      );
      const cure = sentences.length > 1 ? sentences.pop()! : `Restore ${path} from where you keep it.`;
      findings.push(wrong(setting, sentences.join(' '), cure));
    }
  }
  return findings;
}

function filesOf(mode: 'TEST' | 'LIVE', chain: Config['test']): KeyFiles {
  if (chain.kind !== 'rpc') return [];
  const { feePayerKeyFile, delegateKeyFiles, planOwnerKeyFile } = chain;
  return [
    { setting: `AUTOPAY_${mode}_FEE_PAYER_KEY_FILE`, path: feePayerKeyFile },
    ...delegateKeyFiles.map((path) => ({ setting: `AUTOPAY_${mode}_DELEGATE_KEY_FILE`, path })),
    ...(planOwnerKeyFile === null || planOwnerKeyFile === feePayerKeyFile
      ? []
      : [{ setting: `AUTOPAY_${mode}_PLAN_OWNER_KEY_FILE`, path: planOwnerKeyFile }]),
  ];
}
