/** How long the person is given to type on before the list is filtered. */
const PAUSE_MS = 120;

/** The navigation: finds what the documentation says, marks where one is, and closes on a phone once something was chosen. */
export function startContents(): void {
  const contents = document.querySelector<HTMLElement>('#contents')!;
  const field = contents.querySelector<HTMLInputElement>('#find')!;
  const found = contents.querySelector<HTMLElement>('#found')!;
  const links = [...contents.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
  const groups = [...contents.querySelectorAll<HTMLElement>('section, details')];
  const openedByFinding = new Set<HTMLDetailsElement>();
  let texts: Map<HTMLAnchorElement, string> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  contents.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('a') && contents.matches(':popover-open')) contents.hidePopover();
  });

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(filter, PAUSE_MS);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    clearTimeout(timer);
    filter();
    if (field.value.trim() !== '') links.find((link) => !link.parentElement!.hidden)?.click();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest('input, textarea, select');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    if (!field.checkVisibility()) contents.showPopover();
    field.focus();
  });

  function filter(): void {
    const words = field.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    texts ??= new Map(links.map((link) => [link, textOf(link)]));
    let count = 0;
    for (const link of links) {
      const matches = words.every((word) => texts!.get(link)!.includes(word));
      link.parentElement!.hidden = !matches;
      if (matches) count += 1;
    }
    for (const group of groups) {
      group.hidden = group.querySelector('li:not([hidden])') === null;
      if (group instanceof HTMLDetailsElement) unfold(group, words.length > 0);
    }
    found.textContent =
      words.length === 0
        ? ''
        : count === 0
          ? 'Nothing says that.'
          : count === 1
            ? '1 place'
            : `${count} places`;
  }

  function unfold(group: HTMLDetailsElement, finding: boolean): void {
    if (finding && !group.open) {
      openedByFinding.add(group);
      group.open = true;
    } else if (!finding && openedByFinding.delete(group)) group.open = false;
  }

  /** What a link leads to: a guide or an operation with all its words, but of a group of operations its name alone. */
  function textOf(link: HTMLAnchorElement): string {
    const target = document.getElementById(link.hash.slice(1))!;
    const whole =
      target.closest('.reference') === target
        ? target.firstElementChild!
        : (target.closest('details') ?? target);
    return `${link.textContent} ${whole.textContent} ${target.id}`.toLowerCase();
  }

  followReader(contents, links);
}

/** Marks the guide or part of the reference that stands at the top of the screen. */
function followReader(contents: HTMLElement, links: readonly HTMLAnchorElement[]): void {
  const of = new Map(links.map((link) => [link.hash.slice(1), link]));
  const onScreen = new Set<Element>();
  const sections = [...document.querySelectorAll('main > section')];
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) onScreen.add(target);
        else onScreen.delete(target);
      const here = of.get(sections.find((each) => onScreen.has(each))?.id ?? '');
      const before = contents.querySelector('[aria-current]');
      if (here === undefined || here === before) return;
      before?.removeAttribute('aria-current');
      here.setAttribute('aria-current', 'true');
    },
    // A band below the top: what is being read.
    { rootMargin: '-10% 0px -70% 0px' },
  );
  for (const section of sections) observer.observe(section);
}
