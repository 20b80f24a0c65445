import { Inject, Injectable } from '@nestjs/common';
import { type EventOf, PermanentError } from '@screening-webhooks/core';
import { OnScreeningEvent } from '@screening-webhooks/nestjs';
import { type LicenseStatus, Licenses } from './licenses.js';

/** Saves the results of the screening service. The `externalId` of an event is the reference of a license. */
@Injectable()
export class ScreeningHandlers {
  readonly #licenses: Licenses;

  // Named, because tsx and Vitest do not emit the metadata of types.
  constructor(@Inject(Licenses) licenses: Licenses) {
    this.#licenses = licenses;
  }

  @OnScreeningEvent('document_verification.completed')
  onCompleted({ data }: EventOf<'document_verification.completed'>): Promise<void> {
    return this.#decide(data.externalId, 'verified');
  }

  // Not a failure: no source can verify the document, so that a person has to review the files.
  @OnScreeningEvent('document_verification.recorded')
  onRecorded({ data }: EventOf<'document_verification.recorded'>): Promise<void> {
    return this.#decide(data.externalId, 'in_review');
  }

  @OnScreeningEvent('document_verification.failed')
  onFailed({ data }: EventOf<'document_verification.failed'>): Promise<void> {
    return this.#decide(data.externalId, 'rejected');
  }

  async #decide(reference: string, status: LicenseStatus): Promise<void> {
    // A storage error fails the delivery, and the service retries. A retry cannot help for a deleted license.
    if (!(await this.#licenses.statusOf(reference))) {
      throw new PermanentError(`there is no license ${reference}`);
    }
    await this.#licenses.save(reference, status);
  }
}
