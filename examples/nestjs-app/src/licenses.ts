import { Injectable } from '@nestjs/common';

/** The state of a license. */
export type LicenseStatus = 'unverified' | 'verified' | 'in_review' | 'rejected';

/** The licenses that this app tracks, by its own reference, in the memory of this process. */
@Injectable()
export class Licenses {
  readonly #statuses = new Map<string, LicenseStatus>();

  /** Resolves with `undefined` if the license does not exist. */
  async statusOf(reference: string): Promise<LicenseStatus | undefined> {
    return this.#statuses.get(reference);
  }

  /** Sets the status of a license, and adds the license if it is new. */
  async save(reference: string, status: LicenseStatus): Promise<void> {
    this.#statuses.set(reference, status);
  }
}
