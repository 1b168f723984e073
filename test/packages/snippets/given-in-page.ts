/** What the pages leave to a browser's page: values that the test made and put there. */
export interface GivenInPage {
  apiBase: string;
  mandateId: string;
  clientSecret: string;
}

declare global {
  interface Window {
    givenInPage: GivenInPage;
  }
}

/** The values, as `given` of the other programs hands them over. */
export async function given(): Promise<GivenInPage> {
  return window.givenInPage;
}

/** The names above. */
export const GIVEN_IN_PAGE: ReadonlySet<keyof GivenInPage> = new Set([
  'apiBase',
  'mandateId',
  'clientSecret',
]);
