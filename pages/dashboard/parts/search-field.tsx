import { useEffect, useRef, useState } from 'preact/hooks';
import type { SearchResult } from '@autopay/sdk';
import { client } from '../session.ts';
import { hrefOf, navigate, path } from '../router.ts';
import { kindInWords, placeOf, titleOf } from './found.tsx';

/** After the last key: nobody reads what changes faster. */
const PAUSE_MS = 200;

/** Fields in which a slash is a slash. */
const TYPED_INTO = 'input, textarea, select, [contenteditable], dialog';

/** The field that finds anything: `/` leads to it, arrows choose what it found, Enter goes there, or to all that was found. */
export function SearchField() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [rows, setRows] = useState<readonly SearchResult[] | null>(null);
  const [chosen, setChosen] = useState(-1);
  const here = path.value;
  const api = client.value;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element).closest(TYPED_INTO)) return;
      event.preventDefault();
      field.current!.focus();
      field.current!.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  // Another view or mode: what was found before is no longer of use.
  useEffect(() => setRows(null), [here, api]);
  useEffect(() => {
    const query = text.trim();
    setChosen(-1);
    if (query === '') return setRows(null);
    const ended = new AbortController();
    const pause = setTimeout(() => {
      api.search.find({ query }, { signal: ended.signal }).then(
        ({ data }) => setRows(data),
        // All that was found is a page of its own, which says what is wrong.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      ended.abort();
    };
  }, [text, api]);

  const go = (href: string) => {
    setText('');
    setRows(null);
    navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      setText('');
      setRows(null);
    } else if (step !== undefined && rows !== null && rows.length > 0) {
      event.preventDefault();
      setChosen((now) => Math.max(-1, Math.min(now + step, rows.length - 1)));
    }
  };
  const isOpen = rows !== null;
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const row = rows?.[chosen];
        if (row !== undefined) go(placeOf(row));
        else if (text.trim() !== '') go(hrefOf('/search', { query: text.trim() }));
      }}
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setRows(null);
      }}
    >
      <input
        ref={field}
        class="input"
        type="search"
        role="combobox"
        list={undefined}
        aria-label="Search"
        aria-expanded={isOpen}
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 ? `found-${chosen}` : undefined}
        aria-keyshortcuts="/"
        placeholder="Id, address, name, signature"
        autocomplete="off"
        maxLength={500}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="found" hidden={!isOpen}>
        <ul id="found" role="listbox" aria-label="Found">
          {rows?.map((row, at) => (
            <li
              key={`${row.kind} ${row.id}`}
              id={`found-${at}`}
              role="option"
              aria-selected={at === chosen}
              // The field keeps the focus, so that the list is there still when the button is let go.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => go(placeOf(row))}
            >
              <span class="small muted">{kindInWords(row)}</span>
              <bdi>{titleOf(row)}</bdi>
              {row.status !== null && <span class="small muted">{row.status.replaceAll('_', ' ')}</span>}
            </li>
          ))}
        </ul>
        <p class="small muted" role="status">
          {rows === null
            ? ''
            : rows.length === 0
              ? 'Nothing is found by that.'
              : 'Enter shows all that is found.'}
        </p>
      </div>
    </form>
  );
}
