/** Tells those who wait for changes that a command has committed. */
export class CommitSignal {
  readonly #resumes = new Set<() => void>();
  #count = 0;
  #closed = false;

  /** Read before the database, it lets {@link after} miss no commit that follows. */
  get count(): number {
    return this.#count;
  }

  /** The service stops: there will be no further commit. */
  get closed(): boolean {
    return this.#closed;
  }

  notify(): void {
    this.#count += 1;
    for (const resume of [...this.#resumes]) resume();
  }

  close(): void {
    this.#closed = true;
    this.notify();
  }

  /** Resolves when there was a commit after the `count`th, when `signal` aborts, or after `ms` of wall time. */
  async after(count: number, ms: number, signal: AbortSignal): Promise<void> {
    if (this.#count > count || this.#closed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const resume = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', resume);
        this.#resumes.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, ms);
      signal.addEventListener('abort', resume);
      this.#resumes.add(resume);
    });
  }
}
