const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#724600"/><path d="M25 14H9.5a2.5 2.5 0 0 1 0-5H23v3h2v11H9.5A2.5 2.5 0 0 1 7 20.5v-9m13 7h1" fill="none" stroke="#fff2d6" stroke-width="2"/></svg>`;

/** The wallet's picture, as the Wallet Standard wants it. */
export const ICON = `data:image/svg+xml;base64,${btoa(SVG)}` as const;
