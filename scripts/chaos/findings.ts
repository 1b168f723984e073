/** What a part found wrong, in sentences. */
export class Findings {
  readonly all: string[] = [];

  add(finding: string): void {
    this.all.push(finding);
    // After the first dozen, more is only repetition.
    if (this.all.length <= 12) console.log(`  found: ${finding}`);
  }

  /** Adds the finding unless it `holds`. */
  expect(holds: boolean, finding: string): void {
    if (!holds) this.add(finding);
  }
}
