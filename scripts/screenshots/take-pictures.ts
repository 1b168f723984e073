import type { Page } from 'playwright-core';

/** Widths that people have, and how much of a long page a picture shows at most. */
const SIZES = [
  { name: 'phone', width: 390, height: 844, most: 2_400 },
  { name: 'desk', width: 1280, height: 900, most: 1_800 },
] as const;

/** The screen that a page shows now, as PNGs by variant such as `phone.dark`. A dialog is shown as it lies over the window. */
export async function takePictures(page: Page): Promise<[variant: string, picture: Buffer][]> {
  const pictures: [string, Buffer][] = [];
  const before = page.viewportSize();
  for (const { name, width, height, most } of SIZES) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const full = await page.evaluate(() =>
        document.querySelector('dialog') ? 0 : document.documentElement.scrollHeight,
      );
      const clip = { x: 0, y: 0, width, height: Math.min(Math.max(full, height), most) };
      pictures.push([`${name}.${colorScheme}`, await page.screenshot({ fullPage: full > height, clip })]);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
  return pictures;
}
