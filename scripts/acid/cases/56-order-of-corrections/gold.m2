S p q r
A 0 1|||R:OTHER|||P|||REQUIRED|||-NONE-|||0
A 1 2|||R:OTHER|||Q|||REQUIRED|||-NONE-|||0
A 2 3|||R:OTHER|||R|||REQUIRED|||-NONE-|||0

S a b c d e f g h i
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 1|||R:OTHER|||A|||REQUIRED|||-NONE-|||1
A 1 2|||R:OTHER|||B|||REQUIRED|||-NONE-|||1
A 2 3|||R:OTHER|||C|||REQUIRED|||-NONE-|||1
A 3 4|||R:OTHER|||D|||REQUIRED|||-NONE-|||1
A 4 5|||R:OTHER|||E|||REQUIRED|||-NONE-|||1
A 5 6|||R:OTHER|||F|||REQUIRED|||-NONE-|||1
A 6 7|||R:OTHER|||G|||REQUIRED|||-NONE-|||1
A 7 8|||R:OTHER|||H|||REQUIRED|||-NONE-|||1
A 8 9|||R:OTHER|||I|||REQUIRED|||-NONE-|||1

