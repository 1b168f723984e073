import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A question on top of the page: the browser keeps the focus in it, and Escape closes it. */
export function Dialog({
  title,
  close,
  children,
}: {
  title: string;
  close: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="dialog-title" onCancel={close} onClose={close}>
      <header class="row">
        <h2 id="dialog-title">{title}</h2>
        <button class="button button--quiet" type="button" onClick={close}>
          Close
        </button>
      </header>
      {children}
    </dialog>
  );
}
