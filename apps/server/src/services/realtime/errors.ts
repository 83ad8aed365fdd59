/** Why a join or a message is refused; the texts are those of a hosted project, for clients show them. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  /** As a client reads it. */
  get reason(): string {
    return `${this.code}: ${this.message}`;
  }
}

export const refusals = {
  expiredToken: () => new RefusalError('InvalidJWTToken', 'Token has expired'),
  missingClaims: () =>
    new RefusalError('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT'),
  endedSession: () => new RefusalError('InvalidJWTToken', 'The session of the token has ended'),
  badSignature: () => new RefusalError('JwtSignatureError', 'Failed to validate JWT signature'),
  malformedToken: () => new RefusalError('MalformedJWT', 'The token provided is not a valid JWT'),
  notReadable: (topic: string) =>
    new RefusalError(
      'Unauthorized',
      `You do not have permissions to read from this Channel topic: ${topic}`,
    ),
  notWritable: (topic: string) =>
    new RefusalError(
      'Unauthorized',
      `You do not have permissions to write to this Channel topic: ${topic}`,
    ),
  tooManyChannels: () => new RefusalError('ChannelRateLimitReached', 'Too many channels'),
  tooManyJoins: () => new RefusalError('ClientJoinRateLimitReached', 'Too many joins per second'),
  tooManyMessages: () =>
    new RefusalError('MessagePerSecondRateLimitReached', 'Too many messages per second'),
  missingTopic: () => new RefusalError('TopicNameRequired', 'You must provide a topic name'),
  badJoin: (problem: string) => new RefusalError('InvalidJoinPayload', problem),
  longPresence: () => new RefusalError('PresencePayloadTooLarge', 'Track message size exceeded'),
  tooManyPresenceEvents: () =>
    new RefusalError('ClientPresenceRateLimitReached', 'Client presence rate limit exceeded'),
  tooMuchPresence: (maxBytes: number) =>
    new RefusalError(
      'ClientPresenceLimitReached',
      `One client may track at most ${maxBytes} bytes; untrack or leave another channel first`,
    ),
  badReplay: () => new RefusalError('UnableToReplayMessages', 'Replay params are not valid'),
  databaseAway: () =>
    new RefusalError('UnableToConnectToProject', 'The database cannot be reached at the moment'),
} as const;
