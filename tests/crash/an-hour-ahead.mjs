// Loaded before anything else in a process whose clock is to be an hour ahead.
const HOUR = 3_600_000;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + HOUR);
    else super(...values);
  }

  static now() {
    return RealDate.now() + HOUR;
  }
};
