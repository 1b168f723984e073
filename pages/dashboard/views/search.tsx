import { Empty } from '../parts/empty.tsx';
import { Found } from '../parts/found.tsx';
import { query } from '../router.ts';

/** All that a search finds. */
export function Search() {
  const text = query.value.get('query')?.trim() ?? '';
  return (
    <>
      <h1>Search</h1>
      {text === '' ? (
        <Empty title="What are you looking for?">
          <p>Type an id, an address, a name, a reference or a signature into the field above.</p>
        </Empty>
      ) : (
        <>
          <p class="muted">
            Found by “<bdi>{text}</bdi>”
          </p>
          <Found key={text} query={text} />
        </>
      )}
    </>
  );
}
