const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#724600"/>
<path d="M7 11.5A2.5 2.5 0 0 1 9.5 9H23v3h2v11H9.5A2.5 2.5 0 0 1 7 20.5z" fill="none" stroke="#fff2d6" stroke-width="2" stroke-linejoin="round"/>
<path d="M7 11.5A2.5 2.5 0 0 0 9.5 14H25" fill="none" stroke="#fff2d6" stroke-width="2"/><circle cx="20.5" cy="18.5" r="1.6" fill="#fff2d6"/></svg>`;

/** The wallet's picture, as the Wallet Standard wants it. */
export const ICON = `data:image/svg+xml;base64,${btoa(SVG)}` as const;
