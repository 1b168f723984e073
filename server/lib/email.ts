/**
 * The form in which an e-mail address is stored, compared and counted: lower case as JavaScript defines it.
 * Postgres' `lower` differs (`İ`), so it is not used.
 */
export function normalEmail(email: string): string {
  return email.toLowerCase();
}
