throw new Error('a secret detail');
