import { Body, Controller, Get, Inject, NotFoundException, Param, Post } from '@nestjs/common';
import { Licenses } from './licenses.js';

/** `GET /api/licenses/:reference`, and `POST /api/licenses` with `{ "reference": "…" }`. */
@Controller('licenses')
export class LicenseController {
  readonly #licenses: Licenses;

  constructor(@Inject(Licenses) licenses: Licenses) {
    this.#licenses = licenses;
  }

  @Get(':reference')
  async show(@Param('reference') reference: string): Promise<object> {
    const status = await this.#licenses.statusOf(reference);
    if (!status) throw new NotFoundException();
    return { status };
  }

  @Post()
  async add(@Body() { reference }: { readonly reference: string }): Promise<object> {
    await this.#licenses.save(reference, 'unverified');
    return { status: 'unverified' };
  }
}
