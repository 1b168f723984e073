/**
 * The form in which an e-mail address is stored, compared and counted: lower case, as JavaScript has it. Postgres' `lower` differs (`İ`), so
 * it decides nothing.
 */
export function normalEmail(email: string): string {
  return email.toLowerCase();
}
