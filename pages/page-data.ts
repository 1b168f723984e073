/** What the server put into this page for its script to begin with. */
export function readPageData<T>(): T {
  const element = document.getElementById('page-data');
  if (element === null) throw new Error('Bug: this page carries no data.');
  return JSON.parse(element.textContent!) as T;
}
