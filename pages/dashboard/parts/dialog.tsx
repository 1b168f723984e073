import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A question on top of the page: the browser keeps the focus in it, and Escape closes it. */
export function Dialog({
  title,
  close,
  holds = false,
  children,
}: {
  title: string;
  close: () => void;
  /** Whether it shows what is never shown again: then only its own content closes it, not Escape. */
  holds?: boolean;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser tells of its closing a moment later, when another dialog may have taken its place already.
  const isGone = useRef(false);
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => {
      isGone.current = true;
      element.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="dialog-title"
      onCancel={(event) => (holds ? event.preventDefault() : close())}
      // Browsers close a dialog at the second Escape whatever it says to the first.
      onClose={() => {
        if (isGone.current) return;
        if (holds) dialog.current?.showModal();
        else close();
      }}
    >
      <header class="row">
        <h2 id="dialog-title">{title}</h2>
        {!holds && (
          <button class="button button--quiet" type="button" onClick={close}>
            Close
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
