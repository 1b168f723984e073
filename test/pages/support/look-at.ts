import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };
/** The least that a finger hits reliably (WCAG 2.5.5), in CSS pixels. */
const TARGET = 44;

let axe: Promise<string> | undefined;

/**
 * What is wrong with the screen that a page shows, on a phone and on a desk, in light and dark: what axe finds, what does not fit,
 * targets that are too small, and what moves though the person asked for rest.
 */
export async function lookAt(page: Page): Promise<string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(await axe);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESK);
  const wide = await overflow(page, 'a desk');
  await page.setViewportSize(PHONE);
  const found = [
    ...wide,
    ...(await overflow(page, 'a phone')),
    ...(await violations(page, {})),
    ...(await smallTargets(page)),
    ...(await tornSentences(page)),
    ...(await motion(page)),
  ];
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, { runOnly: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESK);
  return [...found, ...dark.map((each) => `in the dark, ${each}`)];
}

async function violations(page: Page, options: RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate(
    (options) =>
      (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
    options,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`);
}

function overflow(page: Page, where: string): Promise<string[]> {
  return page.evaluate((where) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    const names = beyond.map((element) => `${element.localName}.${element.className}`);
    return [`wider than ${where} by ${scrollWidth - clientWidth}: ${names.slice(-3).join(', ')}`];
  }, where);
}

/** Links that stand in a line of text are as high as it. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    );
    return [...controls].flatMap((control) => {
      const target = control.matches('[type=checkbox], [type=radio]')
        ? (control.closest('label') ?? control)
        : control;
      const { width, height, bottom } = target.getBoundingClientRect();
      const isInText = control.localName === 'a' && getComputedStyle(control).display === 'inline';
      // The link that skips the navigation stands above the page until it has the focus.
      const isShown = control.checkVisibility() && width > 1 && height > 1 && bottom > 0;
      // Half a pixel is lost in rounding.
      if (!isShown || isInText || (width >= least - 0.5 && height >= least - 0.5)) return [];
      return [`${Math.round(width)} × ${Math.round(height)}: ${target.outerHTML.slice(0, 120)}`];
    });
  }, TARGET);
}

/** Sentences with a part of its own element, whose box lays its parts out side by side. */
function tornSentences(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')].flatMap((box) => {
      if (!/flex|grid/.test(getComputedStyle(box).display) || !box.checkVisibility()) return [];
      // Text nodes side by side make one part.
      const parts = [...box.childNodes]
        .filter(({ nodeType, textContent }) => nodeType !== Node.COMMENT_NODE && textContent!.trim() !== '')
        .map((node) => (node instanceof Element ? node.localName : 'text'))
        .filter((kind, at, all) => kind !== 'text' || all[at - 1] !== 'text');
      const texts = parts.filter((kind) => kind === 'text').length;
      const isTorn = texts > 1 || (texts === 1 && parts.includes('bdi'));
      return isTorn ? [`torn into columns: ${box.outerHTML.slice(0, 160)}`] : [];
    }),
  );
}

function motion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    return running.map((each) => `moves: ${(each as CSSAnimation).animationName ?? 'a transition'}`);
  });
}
