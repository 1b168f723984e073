import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { asksForProof } from './account-api.ts';
import { ProveForm } from './prove-form.tsx';

/** What asks for the second factor where an action needs it, and repeats the action then. */
export interface Proof {
  with(action: () => Promise<unknown>): () => Promise<void>;
  /** Whether it waits for the factor. */
  isAsking: boolean;
  /** What it asks with: for the middle of a dialog, or as one of its own. */
  form: ComponentChild;
  dialog: ComponentChild;
}

export function useProof(): Proof {
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const [giveUp, setGiveUp] = useState<(() => void) | null>(null);
  const proven = () =>
    new Promise<boolean>((resolve) => {
      setWaiting(() => () => resolve(true));
      setGiveUp(() => () => resolve(false));
    }).finally(() => setWaiting(null));
  return {
    with: (action) => async () => {
      try {
        await action();
      } catch (error) {
        if (!asksForProof(error) || !(await proven())) throw error;
        await action();
      }
    },
    isAsking: waiting !== null,
    form: waiting && <ProveForm onProven={waiting} />,
    dialog: waiting && (
      <Dialog title="Is it you?" close={() => giveUp!()}>
        <ProveForm onProven={waiting} />
      </Dialog>
    ),
  };
}
