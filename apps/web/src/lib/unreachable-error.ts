/**
 * No answer came: the request may or may not have arrived. The backend client reports this as an
 * error with status 0, in the browser's own words ("TypeError: Failed to fetch").
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor() {
    super('BeaconPay could not be reached. Please check your connection and try again.');
  }
}
